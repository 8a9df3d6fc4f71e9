import type { ApiError } from '../../../lib/calls/api-client.ts';
import type { State } from '../../../ui/feedback/alert.tsx';

/** The tone of a refused login: an account that waits for the academy has made no mistake. */
export const refusalTone = ({ code }: ApiError): State => (code === 'not-approved' ? 'info' : 'bad');
