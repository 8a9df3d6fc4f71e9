import { type ContactForm, contact } from '@fairlead/contract/contact/calls';
import type { z } from 'zod/mini';
import { call } from '../../lib/calls/api-client.ts';

/** Sends what was typed on the contact page to the academy. */
export const writeToAcademy = (message: z.infer<typeof ContactForm>) => call(contact.send, { body: message });
