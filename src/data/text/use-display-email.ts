import { useEffect, useState } from 'react';

type EmailFormatter = (email: string) => string;
const keepUnchanged: EmailFormatter = (email) => email;

/**
 * Decodes an internationalised email address. The decoder is loaded on demand, because few addresses need it.
 * @param email the address as stored
 */
export function useDisplayEmail(email: string): string {
  const [formatEmail, setFormatEmail] = useState(() => keepUnchanged);
  const isEncoded = email.includes('xn--');
  useEffect(() => {
    if (!isEncoded) return;
    // If loading fails, the stored form stays.
    void import('#schemas/display-email.ts').then(
      (decoder) => setFormatEmail(() => decoder.displayEmail),
      () => undefined,
    );
  }, [isEncoded]);
  return formatEmail(email);
}
