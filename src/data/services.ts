import { createContext, useContext } from 'react';
import type { Connectivity } from '#sync/http/connectivity.ts';
import type { Session, SessionState } from '#sync/http/session.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { AccountStore } from './account/account-store.ts';
import type { DeviceSettingsStore } from './device/device-settings.ts';
import type { Erasures } from './account/erasures.ts';
import type { ErrorReports } from './reports/capture-errors.ts';
import type { Install } from './device/install.ts';
import type { Readable } from './live/readable.ts';

/** App-wide services, created once at start. */
export interface Services {
  session: Session;
  /** The session as displayed; see `createDisplayedSession`. */
  displayedSession: Readable<SessionState>;
  transport: Transport;
  connectivity: Connectivity;
  device: DeviceSettingsStore;
  accounts: AccountStore;
  erasures: Erasures;
  install: Install;
  errors: ErrorReports;
}

export const ServicesContext = createContext<Services | null>(null);

/** Returns the app's services. Only for components inside the app's `ServicesContext` provider. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices must be used inside a ServicesContext provider');
  return services;
}
