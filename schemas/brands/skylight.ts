import type { Brand } from './brand.ts';

export const brand: Brand = {
  id: 'skylight',
  name: 'Installer Club',
  shortName: 'Installers',
  manufacturer: 'Skylight',
  domain: 'skylight.example',
  surveyProvider: 'https://surveys.skylight.example/',
  colour: { hue: 35, chroma: 0.165, hex: '#be4223' },
  slant: -12,
  // A roof window in a sloping roof, with light on its pane.
  logo: [
    { d: 'M10 50 24 14h30L40 50zM17.8 44.6h18.5l9.9-25.2H27.6z', opacity: 1 },
    { d: 'M17.8 44.6h7.6l9.9-25.2h-7.7z', opacity: 0.6 },
    { d: 'M25.4 44.6h10.9l9.9-25.2H35.3z', opacity: 0.22 },
  ],
  scenes: '/pictures/scenes',
};
