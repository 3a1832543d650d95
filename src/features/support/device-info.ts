import type { ChatInfo } from '#schemas/chat.ts';
import { deviceKindOf } from '#schemas/device-kind.ts';
import type { AccountIdentity } from '#sync/http/session.ts';

/**
 * What support may know of this device (spec 2 §7), each as long as the contract takes it.
 * @param language the one that the app is shown in
 */
export function deviceInfo(language: string, identity: AccountIdentity | null): ChatInfo {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  return {
    language: language.slice(0, 16),
    hostname: location.hostname.slice(0, 255),
    region: identity?.region ?? '',
    appVersion: __APP_VERSION__.slice(0, 40),
    appType: isInstalled ? 'installed' : 'browser',
    ua: navigator.userAgent.slice(0, 400),
  };
}

/** The browser and the system of this device. */
export function ownDevice() {
  return deviceKindOf(navigator.userAgent);
}
