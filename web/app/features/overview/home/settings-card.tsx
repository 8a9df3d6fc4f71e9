import { useState } from 'react';
import { isLowData, setLowData } from '../../../lib/device/low-data.ts';
import { getTheme, setTheme, type Theme } from '../../../lib/pages/theme.ts';
import { paths } from '../../../lib/paths.ts';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { SettingsIcon } from '../../../ui/more-icons.tsx';
import { SignOutEverywhere } from '../../accounts/own-account/sign-out-everywhere.tsx';
import { DashboardCard } from './dashboard-card.tsx';

const themeNames: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The settings of this device, and the button that ends all sessions. */
export function SettingsCard() {
  const [theme, changeTheme] = useState(getTheme);
  const [lowData, changeLowData] = useState(isLowData);
  return (
    <DashboardCard icon={SettingsIcon} title="Settings">
      <SelectField
        label="Theme"
        name="theme"
        options={themeNames}
        value={theme}
        onChange={({ currentTarget }) => {
          setTheme(currentTarget.value as Theme);
          changeTheme(getTheme());
        }}
      />
      <CheckboxField
        label="Low data: load a video only when I play it"
        name="lowData"
        checked={lowData}
        onChange={({ currentTarget }) => {
          setLowData(currentTarget.checked);
          changeLowData(isLowData());
        }}
      />
      <SignOutEverywhere next={paths.login} />
    </DashboardCard>
  );
}
