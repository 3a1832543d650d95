#include "window.inc"
// older centre-pivot roof window: dark pine, closed, handle at the bottom
#declare FrH = texture { pigment { WoodP } finish { diffuse .52 specular .22 roughness .05 } };
#declare FrV = texture { pigment { WoodP rotate z*90 } finish { diffuse .52 specular .22 roughness .05 } };
union {
 union { Fr(2.1,2.7,.20,-.16,.20) }
 union { union { Fr(1.70,2.30,.20,-.20,.04) } Gl(1.70,2.30,.20) union { box { <-.04,.2,-.05>,<.04,2.1,-.01> } texture { FrV } } union { box { <-.66,1.10,-.05>,<.66,1.18,-.01> } texture { FrH } }
  union { RBox(<-.20,.06,-.30>,<.20,.13,-.18>,.03) texture { Satin } } translate y*.20 }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 rotate x*9 rotate y*27 translate <0,.04,.1> }
