/**
 * Sends many items in as many calls as needed, one after the other, and returns all replies in order.
 *
 * @param most the number of items in one call.
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
