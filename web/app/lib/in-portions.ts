/**
 * Sends many things in as many calls as it takes, one after the other, and gives all answers in their order.
 *
 * @param most how many one call takes.
 */
export async function inPortions<T, R>(
  items: readonly T[],
  most: number,
  send: (portion: T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const answers: R[] = [];
  for (let from = 0; from < items.length; from += most) answers.push(...(await send(items.slice(from, from + most))));
  return answers;
}
