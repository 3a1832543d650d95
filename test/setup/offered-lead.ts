/** A customer's request that tests offer to a company as a lead. */
export const offeredLead = {
  customer_info: {
    FirstName: 'Ewa',
    LastName: 'Sikora',
    StreetHouseNumber: 'ul. Wiślna 3',
    PostalCode: '31-007',
    City: 'Kraków',
  },
  Mobile: '+48600100203',
  MobilePhone: '',
  EmailForwindow: 'ewa@customer.example',
  window_windows_number: 2,
  products: [{ type: 'GGL', quantity: 2 }],
  extras: { Notes: 'The loft is dark.', CustomerRequested: 'A visit' },
  NotesFromVELUXClub: '',
};
