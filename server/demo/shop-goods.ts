import { variantsBy, type DemoProduct, inEveryRegion, product } from './shop-plan.ts';

const sizes = ['S', 'M', 'L', 'XL', 'XXL'];

/** Delivered products, oldest first. */
export const demoGoods: readonly DemoProduct[] = [
  product('old-drill', 'Corded drill', ['COMPACON', 'tools', 180], {
    active: false,
  }),
  product('model-window', 'Roof window model', ['WINDOW', 'roof', 140], {
    ...inEveryRegion,
    stock: [14],
  }),
  product('sample-case', 'Sample case', ['WINDOW', 'roof', 260], {
    stock: [6],
  }),
  product('flashing-kit', 'Flashing kit', ['WINDOW_DEALERS', 'roof', 96], {
    ...inEveryRegion,
    stock: [80],
  }),
  product('insulation-collar', 'Insulation collar', ['WINDOW_DEALERS', 'roof', 64], {
    ...inEveryRegion,
    stock: [45],
  }),
  product('vapour-barrier', 'Vapour barrier', ['WINDOW_DEALERS', 'roof', 32], { stock: [0] }),
  product('roller-blind', 'Roller blind', ['WINDOW_INTERNAL', 'roof', 110], {
    stock: [25, 3, 0],
    attribute: variantsBy.colour('Beige', 'Blue', 'Grey'),
  }),
  product('rain-jacket', 'Rain jacket', ['COMPACON', 'workwear', 240], {
    ...inEveryRegion,
    stock: [4, 12, 30, 9, 0],
    attribute: variantsBy.size(...sizes),
  }),
  product('softshell', 'Softshell jacket', ['COMPACON', 'workwear', 210], {
    stock: [2, 8, 11, 5, 1],
    attribute: variantsBy.size(...sizes),
  }),
  product('fleece', 'Fleece jacket', ['PAPA_DEKARZ', 'workwear', 120], {
    stock: [3, 6, 6, 2, 2],
    attribute: variantsBy.size(...sizes),
  }),
  product('safety-vest', 'Hi-vis vest', ['PAPA_DEKARZ', 'workwear', 18], {
    stock: [500],
  }),
  product('gloves', 'Work gloves', ['COMPACON', 'workwear', 18], {
    ...inEveryRegion,
    stock: [120, 140, 90],
    attribute: variantsBy.size('8', '9', '10'),
  }),
  product('winter-gloves', 'Winter gloves', ['PAPA_DEKARZ', 'workwear', 28], {
    stock: [40],
  }),
  product('cordless-drill', 'Cordless drill 18 V', ['COMPACON', 'tools', 420], {
    ...inEveryRegion,
    stock: [7],
  }),
  product('impact-driver', 'Impact driver', ['INDUSTRIA24', 'tools', 380], {
    stock: [1],
  }),
  product('screwdriver', 'Cordless screwdriver', ['INDUSTRIA24', 'tools', 150], { stock: [22] }),
  product('roofing-hammer', 'Roofing hammer', ['PAPA_DEKARZ', 'tools', 65], {
    stock: [36],
  }),
  product('copper-hammer', 'Copper hammer', ['PAPA_DEKARZ', 'tools', 85], {
    stock: [9],
  }),
  product('rubber-mallet', 'Rubber mallet', ['COMPACON_LIKE', 'tools', 24], {
    stock: [101],
  }),
  product('tool-box', 'Toolbox', ['COMPACON', 'tools', 90], {
    ...inEveryRegion,
    stock: [55],
  }),
  product('organiser', 'Screw organiser', ['INDUSTRIA24', 'tools', 35], { stock: [64] }),
  product('laser-level', 'Laser level', ['INDUSTRIA24', 'tools', 310], {
    stock: [0],
  }),
  product('head-lamp', 'Head torch', ['COMPACON_LIKE', 'tools', 42], {
    stock: [18],
  }),
  product('work-light', 'Work light', ['COMPACON_LIKE', 'tools', 75], {
    stock: [12],
  }),
  product('mug', 'Thermal mug', ['COMPACON_LIKE', 'gifts', 22], {
    ...inEveryRegion,
    stock: [250, 30],
    attribute: variantsBy.colour('Red', 'Steel'),
  }),
  product('coffee-set', 'Coffee set', ['COMPACON_LIKE', 'gifts', 58], {
    stock: [16],
  }),
  product('cool-box', 'Cool box', ['COMPACON', 'gifts', 66], {
    stock: [3],
  }),
  product('garden-lamp', 'Solar garden lamp', ['COMPACON_LIKE', 'gifts', 38], { stock: [27] }),
  product('rewin', 'Reward set', ['REWIN', 'gifts', 150], {
    regions: ['CZ'],
    stock: [20],
  }),
  product('sito', 'Set of sieves', ['SITO_PROMET', 'tools', 55], {
    regions: ['HR'],
    stock: [12],
  }),
];
