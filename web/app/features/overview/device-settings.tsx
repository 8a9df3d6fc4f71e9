import { useState } from 'react';
import { isLowData, setLowData } from '../../lib/device/low-data.ts';
import { getTheme, setTheme, type Theme } from '../../lib/pages/theme.ts';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

const themeNames: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The settings that stay on this device: its theme, and whether videos wait until they are played. */
export function DeviceSettings() {
  const [theme, changeTheme] = useState(getTheme);
  const [lowData, changeLowData] = useState(isLowData);
  return (
    <div className="flex flex-col gap-4">
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
    </div>
  );
}
