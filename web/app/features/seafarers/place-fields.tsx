import {
  countryCodeOf,
  india,
  indianStates,
  pinDoubt,
  placeDoubt,
  stateOfPin,
} from '@fairlead/contract/academy/places';
import { countryCodes, countryName } from '@fairlead/contract/values/countries';
import { useState } from 'react';
import type { Draft } from '../../lib/session/form-draft.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';

const countries = countryCodes.map(countryName).toSorted((a, b) => a.localeCompare(b, 'en'));
const states = indianStates.map(({ name }) => name);

/** The names of a list, and before them what was typed when there was no list: it stays until something is chosen. */
const withTyped = (names: readonly string[], typed = '') =>
  typed === '' || names.includes(typed) ? names : [typed, ...names];

/**
 * Country, state and PIN code of an address. In India the state is chosen from a list, and the PIN code proposes it;
 * elsewhere it is typed.
 */
export function PlaceFields({ initial, required }: { initial: Draft; required: boolean }) {
  const [country, setCountry] = useState(initial.country ?? '');
  const [state, setState] = useState(initial.state ?? '');
  const [pinCode, setPinCode] = useState(initial.postalCode ?? '');
  // what the PIN code has proposed follows it; what the person has chosen does not
  const [proposed, setProposed] = useState('');
  const isInIndia = country === '' || countryCodeOf(country) === india;
  const doubt = country === '' ? '' : placeDoubt({ state, country });

  function changePinCode(typed: string) {
    setPinCode(typed);
    const name = indianStates.find(({ code }) => code === stateOfPin(typed))?.name;
    if (!isInIndia || !name || (state !== '' && state !== proposed)) return;
    setState(name);
    setProposed(name);
  }

  return (
    <>
      <SelectField
        label="Country"
        name="country"
        autoComplete="country-name"
        options={withTyped(countries, initial.country)}
        value={country}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          // a state of the one list is none of another country
          if (isInIndia !== (countryCodeOf(chosen) === india)) setState('');
          setCountry(chosen);
          // the offered country code of India is no part of another country's number
          const phone = currentTarget.form?.elements.namedItem('phone');
          const isOffered = phone instanceof HTMLInputElement && phone.value === '+91';
          if (isOffered && countryCodeOf(chosen) !== india) phone.value = '';
        }}
        hint={country !== '' && countryCodeOf(country) === undefined ? `${doubt} Choose yours` : undefined}
        required={required}
      />
      {isInIndia ? (
        <SelectField
          key="list"
          label="State"
          name="state"
          autoComplete="address-level1"
          options={withTyped(states, state)}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
          hint={state === '' ? undefined : doubt && `${doubt} Choose yours`}
          required={required}
        />
      ) : (
        <TextField
          key="text"
          label="State"
          name="state"
          autoComplete="address-level1"
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
          required={required}
        />
      )}
      <TextField
        label="PIN code"
        name="postalCode"
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        value={pinCode}
        onChange={({ currentTarget }) => changePinCode(currentTarget.value)}
        hint={
          isInIndia
            ? (pinCode.trim().length >= 6 && pinDoubt({ state, country, zipCode: pinCode })) || undefined
            : 'The postal code of your country'
        }
        required={required}
      />
    </>
  );
}
