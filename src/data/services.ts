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

/** What the app has one of, made once at start and handed down. */
export interface Services {
  session: Session;
  /** The session as the screens go by it. */
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

/** The services of this app; only under their provider, which the entry mounts. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices needs the ServicesContext of the entry');
  return services;
}
