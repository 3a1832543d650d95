import { defineCall } from './call.ts';
import { versionedGuide } from '../product-guide.ts';

/** The manufacturer's product guide. */
export const guideCalls = {
  getProductGuide: defineCall({
    id: 'getProductGuide',
    method: 'GET',
    path: '/v1/product-guide',
    summary:
      'Get your country’s product guide. Get it again when `product_guide` in the configuration changes. PDFs are at `/files/guide/{file}.pdf`.',
    result: versionedGuide,
  }),
};
