// What reads the code of a certificate, as one part that is loaded when somebody chooses a file or opens the camera.
export { loadCodeWorker } from '../../lib/codes/code-worker.ts';
export { readCodeInFile } from '../../lib/codes/read-picture.ts';
export { CertificateScan } from './certificate-scan.tsx';
export { scannedText } from './scanned-text.ts';
