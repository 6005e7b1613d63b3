/** Where the demo school is to be found: an invention, as the whole of it is. */
export const DEMO_CONTACT = {
  street: '14 Linden Walk',
  town: 'Harbour Hill',
  phone: '+1 555 0142 732',
  email: 'hello@cadenza.example',
};
