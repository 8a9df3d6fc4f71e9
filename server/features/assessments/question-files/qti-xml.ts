import { elementsIn, type XmlElement, XmlText } from '../../../platform/xml/read-xml.ts';
import { blockElements, type HtmlText, lostElements, PlainText, tidied } from './html-text.ts';

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

/** Elements that are not part of what a question says. */
const aside = new Set([
  'rubricblock',
  'feedbackinline',
  'feedbackblock',
  'modalfeedback',
  'stylesheet',
  'prompt',
  'infocontrol',
]);

/** The text of XHTML in an item, and its pictures, without its interactions and their prompts. */
export function textOf(element: XmlElement | undefined): HtmlText {
  const images: HtmlText['images'] = [];
  const lost = new Set<string>();
  const written = new PlainText();
  const walk = (of: XmlElement) => {
    for (const child of of.children) {
      if (child instanceof XmlText) written.add(child.text.replace(/[ \t\r\n\f]+/g, ' '));
      else if ('children' in child) inside(child as XmlElement);
    }
  };
  const inside = (child: XmlElement) => {
    const name = plainName(child.name);
    if (aside.has(name)) return;
    if (isInteraction(child)) {
      // a gap in a sentence stays visible
      if (name === 'textentryinteraction' || name === 'inlinechoiceinteraction') written.add(gap);
      return;
    }
    if (name === 'img') images.push({ src: attribute(child, 'src'), alt: attribute(child, 'alt') });
    if (name === 'object' && attribute(child, 'type').startsWith('image/')) {
      images.push({ src: attribute(child, 'data'), alt: textOf(child).text });
      return;
    }
    const what = lostElements[name];
    if (what) lost.add(what);
    if (name === 'br') written.add('\n');
    else if (blockElements.has(name)) written.breakLine();
    else if (name === 'td' || name === 'th') written.add(' ');
    walk(child);
    if (name !== 'br' && blockElements.has(name)) written.breakLine();
  };
  if (element) walk(element);
  // one on a line of its own says nothing
  const said = written.text.split('\n').filter((line) => line.trim() !== gap);
  return { text: tidied(said.join('\n')), images, lost: [...lost] };
}
