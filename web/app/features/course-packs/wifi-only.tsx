import { useState } from 'react';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { isByWifi, linkType, setByWifi } from './queue-now.ts';

/** Whether this device downloads courses by Wi-Fi only, and whether its browser says which link it uses. */
export function WifiOnly({ onChange }: { onChange?: () => void }) {
  const [isOn, setOn] = useState(isByWifi);
  const isKnown = linkType() !== undefined;
  return (
    <div className="flex flex-col gap-1">
      <CheckboxField
        label="Download by Wi-Fi only"
        checked={isOn}
        disabled={!isKnown}
        onChange={({ currentTarget: { checked } }) => {
          setByWifi(checked);
          setOn(checked);
          onChange?.();
        }}
      />
      {!isKnown && (
        <p className="text-sm text-soft">
          This browser does not say which connection it uses. Pause the download when you are not on Wi-Fi.
        </p>
      )}
    </div>
  );
}
