import { roles, type RoleId } from '#schemas/roles.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import type { ScanContext, ScanRules } from '#server/scans/apply-edits.ts';
import type { TierBrackets } from '#server/tiers/load-brackets.ts';
import { plainSerials, serialsWithTagPhoto } from './scan-setup.ts';

const polishSettings = demoRegionSettings.find(({ regional }) => regional.region === 'PL');
if (!polishSettings) throw new Error('The demo has no Polish settings.');
export const { configuration } = polishSettings;
/** A new level after every two products of a tier, so that a few edits reach it. */
const tiers: TierBrackets = new Map(
  demoProductTypes.map(({ tier_category }) => [
    tier_category,
    {
      id: tier_category,
      brackets: [
        { id: 1, level: 1, from: 0, to: 2, points: 0 },
        { id: 2, level: 2, from: 2, to: 4, points: 7 },
        { id: 3, level: 3, from: 4, to: TIER_CAP, points: 11 },
      ],
    },
  ]),
);
export const rulesOf = (role: RoleId): ScanRules => ({
  configuration,
  categories: demoProductTypes,
  tiers,
  role,
});
export const rules = rulesOf(roles.owner);

export const project = '10000000-0000-4000-8000-00000000000a';
export const closedProject = '10000000-0000-4000-8000-00000000000b';
export const photo = '10000000-0000-4000-8000-00000000000c';
export const company = '10000000-0000-4000-8000-00000000000d';
export const products = plainSerials.slice(0, 6);
export const product = products[0] ?? { code: '', type: '', size: '', variant: '' };
export const productWithPlatePhoto =
  serialsWithTagPhoto.find(({ type }) => type === 'GGL') ?? product;

export const knownContext: ScanContext = {
  registry: new Map(
    [...products, productWithPlatePhoto].map(({ code, ...product }) => [code, product]),
  ),
  serialHolders: new Map(),
  projects: new Map([
    [project, { isOpen: true, isAbandoned: false }],
    [closedProject, { isOpen: false, isAbandoned: false }],
  ]),
  photos: new Set([photo]),
  heldLots: new Set(),
  tierCounts: new Map(),
};
