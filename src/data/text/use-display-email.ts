import { useEffect, useState } from 'react';

type EmailFormatter = (email: string) => string;
const unchanged: EmailFormatter = (email) => email;

/**
 * Decodes an internationalized email address. Few need the decoder, so it is loaded on demand.
 * @param email the address as stored
 */
export function useDisplayEmail(email: string): string {
  const [formatEmail, setFormatEmail] = useState(() => unchanged);
  const isEncoded = email.includes('xn--');
  useEffect(() => {
    if (!isEncoded) return;
    // If loading fails, the stored form is shown.
    void import('#schemas/display-email.ts').then(
      (decoder) => setFormatEmail(() => decoder.displayEmail),
      () => undefined,
    );
  }, [isEncoded]);
  return formatEmail(email);
}
