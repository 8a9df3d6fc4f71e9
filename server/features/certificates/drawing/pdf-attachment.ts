/** A file that is attached to a PDF; its name is of ASCII characters. */
export type PdfAttachment = { name: string; type: string; description: string; content: string };

/** The proof that the public log contains the certificate, for somebody who has the file. */
export const logProofFile = (content: string): PdfAttachment => ({
  name: 'certificate.tlog-proof',
  type: 'text/plain',
  description: 'Proof that the public log of the academy contains this certificate',
  content,
});
