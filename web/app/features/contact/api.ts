import { academy, type ContactMessage } from '@fairlead/contract/academy';
import type { z } from 'zod/mini';
import { call } from '../../lib/calls/api-client.ts';

/** Sends the contact form's message to the academy by email. */
export const writeToAcademy = (message: z.infer<typeof ContactMessage>) => call(academy.contact, { body: message });
