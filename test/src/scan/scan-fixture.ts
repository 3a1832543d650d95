import type { ScanDocument } from '#schemas/scan.ts';

/** A complete captured scan. */
export function capturedScan(overrides: Partial<ScanDocument> = {}): ScanDocument {
  return {
    uuid: 's1',
    op_id: 'o1',
    created_at: '2026-05-04T10:00:00.000Z',
    updated_at: '2026-05-04T10:00:00.000Z',
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    projects_id: '',
    serial_number: '25B17K3M-0042',
    is_unique: true,
    survey: null,
    image_data: null,
    manual: false,
    time: 0,
    flag: null,
    rejection: null,
    points: 0,
    state: 'captured',
    newest_first: 0,
    refusal: null,
    confirmed: true,
    isValidated: false,
    isValid: null,
    requiresTagPhoto: false,
    requiresSurvey: false,
    imageIdxDB: null,
    imageSent: false,
    serial_key: '25B17K3M-0042',
    base_op_id: null,
    prior_op_ids: [],
    ...overrides,
  };
}
