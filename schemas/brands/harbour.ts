import type { Brand } from './brand.ts';

/** A second brand, used in tests to prove that nothing is hard-coded for the first one. */
export const brand: Brand = {
  id: 'harbour',
  name: 'Harbour Fitters',
  shortName: 'Harbour',
  manufacturer: 'Northlight',
  domain: 'northlight.example',
  surveyProvider: 'https://ask.northlight.example/',
  colour: { hue: 165, chroma: 0.09, hex: '#358264' },
  slant: -6,
  // A lighthouse and its beam.
  logo: [
    { d: 'M27 52l3-26h8l3 26zM29 22l5-8 5 8z', opacity: 1 },
    { d: 'M24 52h20v4H24z', opacity: 0.6 },
    { d: 'M30 20 8 12v14z', opacity: 0.4 },
  ],
  scenes: '/pictures/scenes',
};
