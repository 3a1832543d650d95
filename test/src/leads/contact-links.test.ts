import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailLink, mapLink } from '#src/features/_shared/contact/contact-links.tsx';
import { phonesOf } from '#schemas/customer-phones.ts';
import { customerAddress, customerName } from '#schemas/customer-text.ts';
import { callLink, messageLink, readablePhone } from '#src/data/text/phone.ts';
import { leadOf } from './lead-fixture.ts';

const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/156';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15';
const computer = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156';

describe('phone numbers', () => {
  test('are listed once, in any notation', () => {
    expect(phonesOf({ Mobile: '+48 600 100 203', MobilePhone: '+48600100203' })).toEqual([
      '+48 600 100 203',
    ]);
    expect(phonesOf({ Mobile: '', MobilePhone: '12 345 67 89' })).toEqual(['12 345 67 89']);
    expect(phonesOf({ Mobile: 'none', MobilePhone: ' ' })).toEqual([]);
  });

  test('are both listed if a field contains two, and an extension is shown but not dialled', () => {
    const phones = phonesOf({
      Mobile: '601 234 567 / 602 345 678',
      MobilePhone: '+48 22 123 45 67 wew. 12',
    });
    expect(phones.map(callLink)).toEqual(['tel:601234567', 'tel:602345678', 'tel:+48221234567']);
    expect(phones.map(readablePhone)).toEqual([
      '601 234 567',
      '602 345 678',
      '+48 221 234 567 wew. 12',
    ]);
    expect(phones.map(messageLink)).toContain('sms:602345678');
  });

  test('are dialled without their formatting', () => {
    expect(callLink('+48 (600) 100-203')).toBe('tel:+48600100203');
    expect(messageLink('600 100 203')).toBe('sms:600100203');
  });

  test.each([
    ['+48600100203', '+48 600 100 203'],
    ['+420602100201', '+420 602 100 201'],
    ['+3725123456', '+372 512 3456'],
    ['+3851234567890', '+385 123 456 7890'],
    ['600100203', '600100203'],
    ['+15551234', '+15551234'],
    ['+48 22 123 45 67 wew. 12', '+48 221 234 567 wew. 12'],
    ['+48 22 123 45 67-12', '+48 221 234 567 12'],
    ['+48 22 123 45 67-69', '+48 221 234 567-69'],
    ['+48 22 123 45 67 - 12', '+48 221 234 567 12'],
    ['+48 22 123 45 67 (12)', '+48 221 234 567 (12)'],
    ['+48 22 123 45 67 #12', '+48 221 234 567 #12'],
    ['+48 22 123 45 67 (8-16)', '+48 221 234 567 (8-16)'],
    ['+48 22 123 45 67 8:00-16:00', '+48 221 234 567 8:00-16:00'],
    ['tel:+48221234567', '+48 221 234 567'],
  ])('%s is shown as %s', (phone, displayedText) => {
    expect(readablePhone(phone)).toBe(displayedText);
  });

  test('formatting a number never changes what is dialled', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 15 });
    fc.assert(
      fc.property(fc.constantFrom('+48', '+36', '+1', ''), digits, (code, digitsAfter) => {
        expect(callLink(readablePhone(code + digitsAfter))).toBe(callLink(code + digitsAfter));
      }),
      {
        examples: [
          ['+48', '00'],
          ['+36', '060606'],
        ],
      },
    );
  });
});

test('an email address can’t add anything to its link', () => {
  expect(mailLink('ewa@customer.example')).toBe('mailto:ewa@customer.example');
  expect(mailLink('a?bcc=b@c.example')).toBe('mailto:a%3Fbcc%3Db@c.example');
});

test('the map link opens the phone’s own map app, and a desktop has no map link', () => {
  const address = 'ul. Wiślna 3, 31-007 Kraków';
  const query = encodeURIComponent(address);
  expect(mapLink(address, android)).toBe(`geo:0,0?q=${query}`);
  expect(mapLink(address, iPhone)).toBe(`maps:?q=${query}`);
  expect(mapLink(address, mac)).toBe(`maps:?q=${query}`);
  expect(mapLink(address, computer)).toBeNull();
});

test('fields that the customer left empty don’t appear', () => {
  const { customer_info: fullInfo } = leadOf();
  expect(customerAddress(fullInfo)).toBe('ul. Wiślna 3, 31-007 Kraków');
  expect(customerAddress({ ...fullInfo, PostalCode: '' })).toBe('ul. Wiślna 3, Kraków');
  expect(customerAddress({ ...fullInfo, StreetHouseNumber: '', City: '' })).toBe('31-007');
  expect(customerName(fullInfo)).toBe('Ewa Sikora');
  expect(customerName({ ...fullInfo, FirstName: '', LastName: '' })).toBe(
    customerAddress(fullInfo),
  );
});
