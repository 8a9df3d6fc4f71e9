import type { Brand } from '@fairlead/contract/academy/calls';
import { useRouteLoaderData } from 'react-router';

/** Used only when the root route failed to load: the error page still needs a name and a time zone. */
const unknown: Brand = {
  name: 'Maritime Academy',
  email: '',
  phone: '',
  city: '',
  facebook: '',
  instagram: '',
  linkedin: '',
  recognition: '',
  logo: null,
  publicUrl: '',
  timeZone: 'UTC',
  sendsEmail: true,
  isAboard: false,
};

/** The academy's name, contact details and time zone, from its settings. */
export function useBrand(): Brand {
  return useRouteLoaderData<Brand>('root') ?? unknown;
}
