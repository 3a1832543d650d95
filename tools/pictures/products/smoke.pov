#declare Zoom = 21.2;
#include "window.inc"
// smoke vent window, pushed open by its chain actuator; the switch beside it
#declare FrH = WhiteP; #declare FrV = WhiteP;
union {
 union { Fr(2.1,2.7,.17,-.16,.20) }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 union { union { Fr(1.74,2.34,.14,-.12,.04) } Gl(1.74,2.34,.14) translate y*-1.17 rotate x*-42 translate y*1.35 }
 // the motor and its chain
 union { RBox(<-.40,.14,-.30>,<.40,.30,-.10>,.04) texture { Satin } }
 sphere_sweep { linear_spline 3 <0,.26,-.14>,.03 <0,.44,.35>,.03 <0,.50,.72>,.03 texture { Satin } }
 rotate x*9 rotate y*27 translate <-.14,.04,.25> scale .95 }
union { union { RBox(<-.26,0,-.10>,<.26,.62,.10>,.04) pigment { srgb <.95,.52,.12> } finish { diffuse .75 specular .3 roughness .03 } }
 union { RBox(<-.19,.10,-.12>,<.19,.52,-.08>,.03) texture { WhiteP } }
 union { cylinder { <0,.31,-.10>,<0,.31,-.17>,.105 } Pl(srgb <.78,.10,.08>) } rotate y*12 translate <1.02,0,-.85> }
