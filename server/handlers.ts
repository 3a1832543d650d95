import { accessHandlers } from './access/access-handlers.ts';
import { accountHandlers } from './account/account-handlers.ts';
import { addressHandlers } from './addresses/address-handlers.ts';
import { attachmentHandlers } from './attachments/attachment-handlers.ts';
import { calendarHandlers } from './calendar/calendar-handlers.ts';
import { cardHandlers } from './card/card-handlers.ts';
import { certificateHandlers } from './certificates/certificate-handlers.ts';
import { configurationHandlers } from './configuration/configuration-handlers.ts';
import { contentHandlers } from './contents/content-handlers.ts';
import { deviceErrorHandlers } from './device-errors/device-error-handlers.ts';
import { guideHandlers } from './guide/guide-handlers.ts';
import { type Handlers } from './http/handler.ts';
import { leadHandlers } from './leads/lead-handlers.ts';
import { notificationHandlers } from './notifications/notification-handlers.ts';
import { orderHandlers } from './orders/order-handlers.ts';
import { photoHandlers } from './photos/photo-handlers.ts';
import { pointsHandlers } from './points/points-handlers.ts';
import { projectHandlers } from './projects/project-handlers.ts';
import { pushHandlers } from './push/push-handlers.ts';
import { registrationHandlers } from './registration/registration-handlers.ts';
import { scanHandlers } from './scans/scan-handlers.ts';
import { sharingHandlers } from './sharing/sharing-handlers.ts';
import { shopHandlers } from './shop/shop-handlers.ts';
import { supportHandlers } from './support/support-handlers.ts';
import { surveyHandlers } from './surveys/survey-handlers.ts';
import { teamHandlers } from './team/team-handlers.ts';
import { tierHandlers } from './tiers/tier-handlers.ts';

/** All of the contract's calls with their handlers. */
export const handlers: Handlers = {
  ...accessHandlers,
  ...accountHandlers,
  ...addressHandlers,
  ...attachmentHandlers,
  ...calendarHandlers,
  ...cardHandlers,
  ...certificateHandlers,
  ...configurationHandlers,
  ...contentHandlers,
  ...deviceErrorHandlers,
  ...guideHandlers,
  ...leadHandlers,
  ...notificationHandlers,
  ...orderHandlers,
  ...photoHandlers,
  ...pointsHandlers,
  ...projectHandlers,
  ...pushHandlers,
  ...registrationHandlers,
  ...scanHandlers,
  ...sharingHandlers,
  ...shopHandlers,
  ...supportHandlers,
  ...surveyHandlers,
  ...teamHandlers,
  ...tierHandlers,
};
