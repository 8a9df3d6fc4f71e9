/** A part of markup: of HTML, or of the XHTML of an item. Names are in small letters. */
export type MarkupEvent = { open: string; attributes: Record<string, string> } | { text: string } | { close: string };

/** The place of the language that is held: English, or else the first. */
function chosenOf(languages: readonly string[]): number {
  const english = languages.findIndex((one) => one.split(',').some((name) => /^en([-_]|$)/i.test(name.trim())));
  return Math.max(english, 0);
}

const remarkOf = (chosen: string, left: readonly { language: string; text: string }[], { quoted, firstOf }: Quoting) =>
  `of its languages ${chosen} is held, without ${firstOf(left.map(({ language, text }) => `${language} ${quoted(text)}`))}`;

/** How a remark quotes a text, and the first ones of a list. */
type Quoting = { quoted: (text: string) => string; firstOf: (list: readonly string[]) => string };
type Chosen = { events: MarkupEvent[]; remarks: string[] };
type Part = { language: string; from: number; to: number };

/**
 * Chooses a language where a text is repeated in several, as Moodle's filter multilang has them: elements that follow
 * each other directly. One that stands alone is no choice.
 */
export function chooseElements(events: readonly MarkupEvent[], quoting: Quoting): Chosen {
  const left = new Set<number>();
  const remarks: string[] = [];
  for (const group of groupsIn(events)) {
    if (group.length < 2) continue;
    const chosen = chosenOf(group.map(({ language }) => language));
    const others = group.filter((_, place) => place !== chosen);
    for (const { from, to } of others) for (let at = from; at < to; at += 1) left.add(at);
    const said = others.map(({ language, from, to }) => ({
      language,
      text: events
        .slice(from, to)
        .map((event) => ('text' in event ? event.text : ''))
        .join(''),
    }));
    remarks.push(remarkOf(group[chosen]?.language ?? '', said, quoting));
  }
  return { events: events.filter((_, at) => !left.has(at)), remarks };
}

function groupsIn(events: readonly MarkupEvent[]): Part[][] {
  const groups: Part[][] = [];
  let open: Part[] | undefined;
  for (let at = 0; at < events.length; at += 1) {
    const event = events[at] as MarkupEvent;
    const language = languageOf(event);
    if (language !== undefined) {
      const to = endOf(events, at);
      const part = { language, from: at, to };
      if (open) open.push(part);
      else {
        open = [part];
        groups.push(open);
      }
      at = to - 1;
    } else if (!('text' in event) || event.text.trim() !== '') open = undefined;
  }
  return groups;
}

/** The language of an element that is a text in one of several. */
function languageOf(event: MarkupEvent): string | undefined {
  if (!('open' in event)) return undefined;
  const { lang, class: classes = '' } = event.attributes;
  const isOne = event.open === 'lang' || (event.open === 'span' && /(^|\s)multilang(\s|$)/.test(classes));
  return isOne ? lang : undefined;
}

/** The place after the end of the element that begins at `from`. */
function endOf(events: readonly MarkupEvent[], from: number): number {
  let depth = 0;
  for (let at = from; at < events.length; at += 1) {
    const event = events[at] as MarkupEvent;
    if ('open' in event) depth += 1;
    else if ('close' in event) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return events.length;
}

/**
 * Chooses a language in a text with the marks of Moodle's filter multilang2, `{mlang en}…{mlang}{mlang hi}…{mlang}`.
 */
export function chooseMarked(text: string, quoting: Quoting): { text: string; remarks: string[] } {
  // odd places have what a mark says; a mark that says nothing ends a part
  const pieces = text.split(/(\{ ?mlang(?: [^{}\n]*)?\})/i);
  const parts: { language: string; text: string }[] = [];
  let language = '';
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 1) language = piece.replace(/^\{ ?mlang|\}$/gi, '').trim();
    else parts.push({ language, text: piece });
  }
  const named = [...new Set(parts.flatMap((part) => (part.language ? [part.language] : [])))];
  if (named.length === 0) return { text, remarks: [] };
  const held = named[chosenOf(named)] ?? '';
  const left = parts.filter((part) => part.language !== '' && part.language !== held && part.text.trim() !== '');
  return {
    text: parts.flatMap((part) => (part.language === '' || part.language === held ? [part.text] : [])).join(''),
    remarks: left.length > 0 ? [remarkOf(held, left, quoting)] : [],
  };
}
