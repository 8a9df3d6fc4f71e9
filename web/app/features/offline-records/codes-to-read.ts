// What reads codes with progress, as one part that is loaded when somebody wants to.
export { CameraScan } from '../../ui/camera-scan.tsx';
export { fileIn, missingIn, withCode } from './progress-codes.ts';
