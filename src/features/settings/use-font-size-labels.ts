import { useLingui } from '@lingui/react/macro';
import type { DeviceSettings } from '#src/data/device/device-settings.ts';

/** Labels of the three font sizes (spec 1 §2). */
export function useFontSizeLabels(): Record<DeviceSettings['fontSize'], string> {
  const { t } = useLingui();
  return { '14px': t`Default`, '17px': t`Medium`, '20px': t`Large` };
}
