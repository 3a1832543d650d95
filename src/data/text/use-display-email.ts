import { useEffect, useState } from 'react';

type Shown = (email: string) => string;
const asStored: Shown = (email) => email;

/**
 * Decodes an internationalized e-mail address. Few need the decoder, so it is loaded on demand.
 * @param email the address as stored
 */
export function useDisplayEmail(email: string): string {
  const [shown, setShown] = useState(() => asStored);
  const isEncoded = email.includes('xn--');
  useEffect(() => {
    if (!isEncoded) return;
    // If loading fails, the stored form is shown.
    void import('#schemas/shown-email.ts').then(
      (decoder) => setShown(() => decoder.displayEmail),
      () => undefined,
    );
  }, [isEncoded]);
  return shown(email);
}
