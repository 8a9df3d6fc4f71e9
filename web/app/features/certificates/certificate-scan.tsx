import { CameraScan } from '../../ui/camera-scan.tsx';
import { type Scanned, scannedText } from './scanned-text.ts';

type CertificateScanProps = {
  /** The academy's origins: only their codes are followed. */
  origins: readonly string[];
  onScanned: (scanned: Scanned) => void;
  onProblem: (sentence: string) => void;
  onStop: () => void;
};

/** The camera until it shows a QR code. It is loaded when it is first used, and so are its words. */
export const CertificateScan = ({ origins, onScanned, ...rest }: CertificateScanProps) => (
  <CameraScan
    {...rest}
    instead="choose a picture of the code, or type the number"
    onText={(text) => {
      onScanned(scannedText(text, origins));
      return false;
    }}
  >
    Point the camera at the code on the certificate.
  </CameraScan>
);
