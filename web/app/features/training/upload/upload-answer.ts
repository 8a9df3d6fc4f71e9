/**
 * What an answer about an upload means.
 *
 * - `told`: the program says how far the upload is, or that it is gone.
 * - `lost`: no answer, a server error, or an earlier chunk that still holds the lock of the upload; and what a proxy
 *   says while it knows no program, or a network that wants a login first. It is worth another try.
 * - `refused`: nothing will change by another try.
 *
 * @param status of HTTP; 0 without an answer.
 * @param isOfProgram whether the answer has the header `Tus-Resumable`, as all of the program's about an upload have.
 */
export function meaningOf(status: number, isOfProgram: boolean): 'told' | 'lost' | 'refused' {
  if (status === 0 || status >= 500 || status === 409 || status === 423) return 'lost';
  if (status < 400 || status === 404 || status === 410) return isOfProgram ? 'told' : 'lost';
  return 'refused';
}
