/** The signs of Unicode that stand above and below the line, beside those that they stand for. */
const rows = {
  sup: [
    '0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθφχ',
    '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿᵠᵡ',
  ],
  sub: ['0123456789+-−=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'],
} as const;

export type Level = keyof typeof rows;

const tableOf = ([plain, raised]: readonly [string, string]) => {
  const signs = [...raised];
  return new Map([...plain].map((sign, i) => [sign, signs[i] ?? sign]));
};
const tables = { sup: tableOf(rows.sup), sub: tableOf(rows.sub) };
/** Signs that are above the line already, whether marked up as such or not. */
const alreadyRaised = new Set('°ºª™®©℠′″*†‡');

/**
 * A text above or below the line in signs of Unicode, such as '⁻⁶' for '-6'.
 *
 * @returns undefined where a character has no such sign.
 */
export function inSigns(text: string, level: Level): string | undefined {
  const signs = [...text].map((sign) =>
    sign === ' ' || (level === 'sup' && alreadyRaised.has(sign)) ? sign : tables[level].get(sign),
  );
  return signs.includes(undefined) ? undefined : signs.join('');
}
