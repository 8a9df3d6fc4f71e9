import { useState } from 'react';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { isByWifi, linkType, setByWifi } from './queue-now.ts';

/**
 * Whether this device downloads courses by Wi-Fi only; a browser that does not say which link it uses has no such
 * choice.
 */
export function WifiOnly({ onChange }: { onChange?: () => void }) {
  const [isOn, setOn] = useState(isByWifi);
  if (linkType() === undefined) {
    return (
      <p className="text-sm text-soft">
        This browser does not tell <span className="whitespace-nowrap">Wi-Fi</span> from mobile data. Pause the download
        when you use mobile data.
      </p>
    );
  }
  return (
    <CheckboxField
      label="Download by Wi-Fi only"
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => {
        setByWifi(checked);
        setOn(checked);
        onChange?.();
      }}
    />
  );
}
