import { type Handover, hashShownSheet, sheetTexts, type ShownSheet } from '#schemas/handover.ts';
import { handoverTexts } from '#schemas/handover-texts.ts';

const scanId = '6b3f0f0e-3f4e-4c8a-9a53-0d6a0e8f1a11';

/** A sheet in Polish with one roof window. */
export function shownSheetOf(changes: Partial<ShownSheet> = {}): ShownSheet {
  return {
    language: 'pl',
    company: 'Dachy Kowalska',
    place: 'Lipowa 12, 32-020 Wieliczka',
    day: '2026-05-04',
    replaces: null,
    products: [
      {
        name: 'Okno obrotowe',
        code: 'GGL MK06 2066',
        serial: '12345678-ABCD',
        count: 1,
        scans: [scanId],
        warranty_years: 10,
      },
    ],
    photos: [],
    ...sheetTexts('pl', ['roof_window', 'general']),
    ...changes,
  };
}

/** A signed sheet with a matching hash, unless it is changed. */
export async function signedHandover(changes: Partial<Handover> = {}): Promise<Handover> {
  const shownSheet = changes.shown ?? shownSheetOf();
  return {
    version: 1,
    uuid: '0b0f5f1e-6a7b-4a55-8d3e-2f6a52c1b001',
    project_id: '0b0f5f1e-6a7b-4a55-8d3e-2f6a52c1b002',
    shown: shownSheet,
    shown_sha256: await hashShownSheet(shownSheet),
    signature: {
      kind: 'drawn',
      box: { width: 320, height: 180 },
      strokes: [
        [
          [20, 120, 0],
          [80, 40, 120],
          [140, 130, 260],
        ],
        [
          [160, 60, 500],
          [300, 90, 700],
        ],
      ],
    },
    signer_name: 'Jan Nowak',
    email: null,
    signed_at: '2026-05-04T10:00:00.000Z',
    supersedes: null,
    ...changes,
  };
}

/** A homeowner's consent to one email. */
export function emailWithConsent(address: string): NonNullable<Handover['email']> {
  return {
    address,
    consent: {
      text: handoverTexts('pl').consent,
      texts_version: 1,
      given_at: '2026-05-04T10:00:00.000Z',
    },
  };
}
