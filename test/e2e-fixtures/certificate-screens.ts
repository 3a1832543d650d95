import { calls } from '#schemas/api/calls.ts';
import { type CertificateTag, certificateTags } from '#schemas/certificate.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Screen } from './screen.ts';
import type { ElementQuery, ScreenActions } from './screen-actions.ts';

/** Screens of the warranty certificates. */
export async function certificateScreensOf(owner: Transport): Promise<Screen[]> {
  const { data } = await owner.call(calls.listCertificates, { query: { limit: 100 } });
  const withTag = (tag: CertificateTag) =>
    `/warranty-certificates/${data.find((certificate) => certificate.tag === tag)?.uuid ?? ''}`;
  return [
    { name: 'certificates', path: '/warranty-certificates' },
    { name: 'no certificate found', path: '/warranty-certificates', action: searchWithoutMatches },
    { name: 'certificate', path: withTag(certificateTags.valid) },
    {
      name: 'certificate in review',
      path: withTag(certificateTags.inReview),
      action: submitWithoutEmail,
    },
    { name: 'rejected certificate', path: withTag(certificateTags.rejected) },
    {
      name: 'no such certificate',
      path: '/warranty-certificates/00000000-0000-4000-8000-000000000000',
    },
  ];
}

/** Searches for an address that doesn't exist. */
async function searchWithoutMatches(screen: ScreenActions): Promise<void> {
  await screen.fill({ role: 'textbox', within: { role: 'main' }, index: 0 }, 'nowhere');
  await screen.expectVisible({
    role: 'heading',
    name: /^(No certificates found|Nie znaleziono certyfikatów)/,
  });
}

/** Submits without an address to show the field's error. */
async function submitWithoutEmail(screen: ScreenActions): Promise<void> {
  const field: ElementQuery = { role: 'textbox', within: { role: 'main' }, index: -1 };
  await screen.fill(field, '');
  await screen.press({ role: 'button', name: /^(Send certificate|Wyślij certyfikat)$/ });
  await screen.expectVisible({ ...field, isInvalid: true });
}
