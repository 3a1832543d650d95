import { announcementsScreens } from '#console/features/announcements/announcements-screens.ts';
import { approvalsScreens } from '#console/features/approvals/approvals-screens.ts';
import { auditScreens } from '#console/features/audit/audit-screens.ts';
import { campaignsScreens } from '#console/features/campaigns/campaigns-screens.ts';
import { cardsScreens } from '#console/features/cards/cards-screens.ts';
import { certificatesScreens } from '#console/features/certificates/certificates-screens.ts';
import { companiesScreens } from '#console/features/companies/companies-screens.ts';
import { contentScreens } from '#console/features/content/content-screens.ts';
import { countryScreens } from '#console/features/country/country-screens.ts';
import { ledgerScreens } from '#console/features/ledger/ledger-screens.ts';
import { importsScreens } from '#console/features/imports/imports-screens.ts';
import { leadsScreens } from '#console/features/leads/leads-screens.ts';
import { operatorsScreens } from '#console/features/operators/operators-screens.ts';
import { ordersScreens } from '#console/features/orders/orders-screens.ts';
import { peopleScreens } from '#console/features/people/people-screens.ts';
import { reportsScreens } from '#console/features/reports/reports-screens.ts';
import { reviewScreens } from '#console/features/review/review-screens.ts';
import { scannedProductsScreens } from '#console/features/scanned-products/scanned-products-screens.ts';
import { shopScreens } from '#console/features/shop/shop-screens.ts';
import { supportScreens } from '#console/features/support/support-screens.ts';
import { surveysScreens } from '#console/features/surveys/surveys-screens.ts';
import { systemScreens } from '#console/features/system/system-screens.ts';
import { todayScreens } from '#console/features/today/today-screens.ts';
import { vouchersScreens } from '#console/features/vouchers/vouchers-screens.ts';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';

/** All screens, in navigation order. Each feature adds its own here. */
export const screens: readonly ConsoleScreen[] = [
  ...todayScreens,
  ...reviewScreens,
  ...certificatesScreens,
  ...ordersScreens,
  ...cardsScreens,
  ...vouchersScreens,
  ...supportScreens,
  ...approvalsScreens,
  ...companiesScreens,
  ...peopleScreens,
  ...leadsScreens,
  ...shopScreens,
  ...importsScreens,
  ...contentScreens,
  ...announcementsScreens,
  ...campaignsScreens,
  ...ledgerScreens,
  ...scannedProductsScreens,
  ...countryScreens,
  ...reportsScreens,
  ...surveysScreens,
  ...operatorsScreens,
  ...auditScreens,
  ...systemScreens,
];
