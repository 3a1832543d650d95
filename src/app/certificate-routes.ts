import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';

/** For all roles of a company with the feature (spec 1 §5, §6). */
const framed = {
  access: 'signed_in',
  header: 'shell',
  navigation: true,
  needs: 'warranty',
  back: paths.menu(),
} as const;

/** Warranty certificates (spec 2 §2); part of the route table. */
export const certificateRoutes: readonly RouteEntry[] = [
  {
    ...framed,
    path: '/warranty-certificates',
    list: true,
    screen: async () =>
      (await import('../features/certificates/certificates-screen.tsx')).CertificatesScreen,
  },
  {
    ...framed,
    path: '/warranty-certificates/$uuid',
    within: '/warranty-certificates',
    navigation: false,
    back: paths.warrantyCertificates(),
    screen: async () =>
      (await import('../features/certificates/certificate-screen.tsx')).CertificateScreen,
  },
  {
    ...framed,
    path: '/warranty-certificates/create',
    header: 'none',
    navigation: false,
    back: paths.warrantyCertificates(),
    search: v.object({ project: v.fallback(v.optional(uuid), undefined) }),
    screen: async () =>
      (await import('../features/certificates/wizard/create-screen.tsx')).CreateCertificateScreen,
  },
];
