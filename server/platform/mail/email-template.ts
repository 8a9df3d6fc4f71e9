/**
 * The words of an email template. Paragraphs are separated by empty lines, and placeholders such as {name} are filled
 * at sending.
 */
export type EmailText = { subject: string; text: string };

/** An email template of the program, with its default words. */
export type EmailTemplate<Placeholder extends string = string> = EmailText & {
  /** The name under which changed words are stored. It must never change. */
  key: string;
  /** When the email is sent; for staff who change its words. */
  when: string;
  /** The placeholders that the words can use, each with an example. The academy's own can be used in every template. */
  samples: Readonly<Record<Placeholder, string>>;
  /** The placeholders without which the email would not say what it is sent for. */
  needs?: readonly NoInfer<Placeholder>[];
  /** The label of the button below the words, in a template that has one. */
  button?: string;
  /** Whether a one-time code is shown below the words. */
  hasCode?: boolean;
};

/** An email template with the name of the feature that defines it. */
export type DeclaredTemplate = EmailTemplate & { feature: string };

const isEmailTemplate = (one: unknown): one is EmailTemplate =>
  typeof one === 'object' && one !== null && 'key' in one && 'samples' in one;

/** The email templates that some modules export. */
export const emailTemplatesIn = (...modules: readonly object[]): readonly EmailTemplate[] =>
  modules.flatMap((module) => Object.values(module).filter(isEmailTemplate));

/** Defines an email template, with its placeholders known to the compiler. */
export const defineEmailTemplate = <const Placeholder extends string>(
  kind: EmailTemplate<Placeholder>,
): EmailTemplate<Placeholder> => kind;

const placeholder = /\{(\w+)\}/g;

/** The names of the placeholders in a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '');

/** Replaces placeholders by their values. Placeholders within a value are not replaced, nor those without a value. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));

/** The paragraphs of a text, with placeholders filled. A paragraph that becomes empty is left out. */
export const paragraphsOf = (text: string, values: Readonly<Record<string, string>>): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => fill(paragraph, values).trim())
    .filter((paragraph) => paragraph !== '');
