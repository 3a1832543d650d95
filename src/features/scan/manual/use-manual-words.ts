import { useLingui } from '@lingui/react/macro';
import {
  SERIAL_PART_1_MAX,
  SERIAL_PART_2_MAX,
  type SerialRefusal,
} from '#schemas/serial-number.ts';

/** What is wrong with a serial number, in a sentence. */
export function useSerialWords(): (problem: SerialRefusal) => string {
  const { t } = useLingui();
  return (problem) => {
    switch (problem) {
      case 'part_1_missing':
        return t`Enter the serial number.`;
      case 'part_1_too_long':
        return t`At most ${SERIAL_PART_1_MAX} characters.`;
      case 'part_2_missing':
        return t`Enter the second part.`;
      case 'part_2_too_long':
        return t`At most ${SERIAL_PART_2_MAX} characters.`;
      case 'bad_characters':
        return t`Only letters A to Z and digits.`;
    }
  };
}
