import { elementsIn, textIn, XmlComment, type XmlElement, XmlText } from '../../../platform/xml/read-xml.ts';
import { commentLeftOut, textOfMarkup } from './html-text.ts';
import { type HtmlText, quoted, withoutGaps } from './plain-words.ts';
import type { MarkupEvent } from './text-languages.ts';

/**
 * The name of an element or attribute, alike in every version of QTI: 'choiceinteraction' for `choiceInteraction` of
 * version 2 and for `qti-choice-interaction` of version 3, without a prefix.
 */
export const plainName = (name: string): string =>
  name
    .slice(name.indexOf(':') + 1)
    .toLowerCase()
    .replace(/^qti-/, '')
    .replaceAll('-', '');

export const isNamed = (element: XmlElement, name: string): boolean => plainName(element.name) === name;

/** An attribute by its plain name; blank for none. */
export function attribute(element: XmlElement | undefined, name: string): string {
  const found = Object.entries(element?.attributes ?? {}).find(([key]) => plainName(key) === name);
  return found?.[1].trim() ?? '';
}

/** The elements with a plain name directly in another. */
export const childrenNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element ? elementsIn(element).filter((child) => isNamed(child, name)) : [];
export const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenNamed(element, name)[0];

/** All elements in another that fit, in their order. The depth of documents is bounded. */
export function within(element: XmlElement | undefined, fits: (one: XmlElement) => boolean): XmlElement[] {
  if (!element) return [];
  return elementsIn(element).flatMap((child) => [...(fits(child) ? [child] : []), ...within(child, fits)]);
}
export const allNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  within(element, (one) => isNamed(one, name));

export const isInteraction = (element: XmlElement): boolean => plainName(element.name).endsWith('interaction');

/** Stands for a field in a sentence. */
const gap = '____';

/** Elements that are not part of what a question says, and what they are in words. Prompts are read by themselves. */
const aside: Readonly<Record<string, string>> = {
  rubricblock: 'an instruction',
  feedbackinline: 'feedback in the text',
  feedbackblock: 'feedback in the text',
  modalfeedback: 'feedback',
  stylesheet: 'a style sheet',
  prompt: '',
  infocontrol: 'information on demand',
  cataloginfo: 'a catalog for assistive programs',
};

/** The text of XHTML in an item, and its pictures, without its interactions and their prompts. */
export function textOf(element: XmlElement | undefined): HtmlText {
  const { events, remarks } = element ? eventsOf(element) : { events: [], remarks: [] };
  const written = textOfMarkup(events);
  // a gap on a line of its own says nothing
  const said = written.text.split('\n').filter((line) => line.trim() !== gap);
  return { ...written, text: withoutGaps(said), remarks: [...remarks, ...written.remarks] };
}

/** The markup in an element as that of HTML, and remarks on what is left out. */
function eventsOf(element: XmlElement): { events: MarkupEvent[]; remarks: string[] } {
  const events: MarkupEvent[] = [];
  const remarks: string[] = [];
  const walk = (of: XmlElement) => {
    for (const child of of.children) {
      if (child instanceof XmlText) events.push({ text: child.text });
      else if (child instanceof XmlComment) {
        const lost = commentLeftOut(child.content);
        if (lost) remarks.push(lost);
      } else if ('children' in child) inside(child as XmlElement);
    }
  };
  const inside = (child: XmlElement) => {
    const name = plainName(child.name);
    const what = aside[name];
    if (what !== undefined) {
      const words = textIn(child);
      if (what) remarks.push(`${what}${words && ` ${quoted(words)}`} is left out`);
    } else if (isInteraction(child)) {
      // a gap in a sentence stays visible
      if (name === 'textentryinteraction' || name === 'inlinechoiceinteraction') events.push({ text: gap });
    } else if (name === 'object' && attribute(child, 'type').startsWith('image/')) {
      events.push(
        { open: 'img', attributes: { src: attribute(child, 'data'), alt: textOf(child).text } },
        { close: 'img' },
      );
    } else {
      const attributes = Object.entries(child.attributes).map(([key, value]) => [key.toLowerCase(), value]);
      events.push({ open: name, attributes: Object.fromEntries(attributes) });
      walk(child);
      events.push({ close: name });
    }
  };
  walk(element);
  return { events, remarks };
}
