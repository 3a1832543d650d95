import { useLingui } from '@lingui/react/macro';
import type { DeviceKind } from '#schemas/account-session.ts';

/** Product names are the same in every language. */
const browserNames: Record<Exclude<DeviceKind['browser'], 'other'>, string> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  samsung: 'Samsung Internet',
  opera: 'Opera',
};
const systemNames: Record<Exclude<DeviceKind['system'], 'other'>, string> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
};

/** Returns a function that names a device: "Chrome on Android". */
export function useDeviceLabels(): (kind: DeviceKind) => string {
  const { t } = useLingui();
  return ({ browser, system }) => {
    if (browser === 'other') {
      return system === 'other' ? t`An unknown device` : systemNames[system];
    }
    const browserName = browserNames[browser];
    if (system === 'other') return browserName;
    const systemName = systemNames[system];
    return t`${browserName} on ${systemName}`;
  };
}
