import { accessHandlers } from './access/access-handlers.ts';
import { addressHandlers } from './addresses/address-handlers.ts';
import { configurationHandlers } from './configuration/configuration-handlers.ts';
import { type Handlers } from './http/handler.ts';
import { leadHandlers } from './leads/lead-handlers.ts';
import { notificationHandlers } from './notifications/notification-handlers.ts';
import { photoHandlers } from './photos/photo-handlers.ts';
import { pointsHandlers } from './points/points-handlers.ts';
import { projectHandlers } from './projects/project-handlers.ts';
import { scanHandlers } from './scans/scan-handlers.ts';

/** Every call of the contract with the room that does its work. */
export const handlers: Handlers = {
  ...accessHandlers,
  ...addressHandlers,
  ...configurationHandlers,
  ...leadHandlers,
  ...notificationHandlers,
  ...photoHandlers,
  ...pointsHandlers,
  ...projectHandlers,
  ...scanHandlers,
};
