import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { type CertificateTag, certificateTags } from '#schemas/certificate.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Screen } from './screen.ts';

/** Screens of the warranty certificates. */
export async function certificateScreensOf(owner: Transport): Promise<Screen[]> {
  const { data } = await owner.call(calls.listCertificates, { query: { limit: 100 } });
  const withTag = (tag: CertificateTag) =>
    `/warranty-certificates/${data.find((one) => one.tag === tag)?.uuid ?? ''}`;
  return [
    { name: 'certificates', path: '/warranty-certificates' },
    { name: 'no certificate found', path: '/warranty-certificates', act: findNothing },
    { name: 'certificate', path: withTag(certificateTags.valid) },
    { name: 'certificate in review', path: withTag(certificateTags.inReview), act: sendNowhere },
    { name: 'rejected certificate', path: withTag(certificateTags.rejected) },
    {
      name: 'no such certificate',
      path: '/warranty-certificates/00000000-0000-4000-8000-000000000000',
    },
  ];
}

/** Searches for an address that doesn't exist. */
async function findNothing(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('textbox').first().fill('nowhere');
  await expect(page.getByRole('heading', { name: /^(Nothing found|Nic nie)/ })).toBeVisible();
}

/** Submits without an address to show the field's error. */
async function sendNowhere(page: Page): Promise<void> {
  const field = page.getByRole('main').getByRole('textbox').last();
  await field.fill('');
  await page.getByRole('button', { name: /^(Send certificate|Wyślij certyfikat)$/ }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}
