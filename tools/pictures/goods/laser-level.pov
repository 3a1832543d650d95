// A cross-line laser on its foot, and the cross it projects on a wall.
#declare Zoom = 20.5; #declare LookY = 1.1;
#include "stage.inc"
union {
 union { superellipsoid { <.16,.2> scale <.62,.74,.58> translate y*1.06 } Pl(Clay) }
 union { superellipsoid { <.14,.2> scale <.66,.16,.62> translate y*1.66 } superellipsoid { <.14,.2> scale <.66,.16,.62> translate y*.46 } Rub(Coal) }
 // the eye
 union { RBox(<-.30,.78,-.66>,<.30,1.42,-.5>,.06) Pl(Coal) }
 box { <-.19,.88,-.672>,<.19,1.32,-.66> pigment { srgb <.10,.14,.18> } finish { specular .9 roughness .005 reflection { .1,.4 } } }
 sphere { <0,1.10,-.66>,.06 pigment { rgb <1,.22,.16> } finish { emission 1.2 } }
 union { RBox(<-.16,1.78,-.16>,<.16,1.86,.16>,.03) Pl(Gold) }
 object { Pane(.20,.26,.03) rotate y*90 translate <.63,1.1,0> Pl(Paper) }
 // foot
 cylinder { <0,.22,0>,<0,.34,0>,.5 texture { Satin } }
 #declare a = 0; #while (a<3) sphere_sweep { linear_spline 2 <0,.25,-.3>,.06 <0,.05,-.78>,.055 rotate y*(60+a*120) Pl(Coal) } #declare a = a+1; #end
 rotate y*-26 translate <.42,0,-.2> scale 1.02 }
// board behind it, with the two lines
union {
 RBox(<-1.55,0,-.05>,<.75,2.5,.05>,.03) pigment { srgb <.86,.865,.87> } finish { diffuse .82 }
 rotate y*-14 rotate x*6 translate <-.22,0,1.25> }
union {
 box { <-1.55,1.515,-.062>,<.75,1.55,-.05> } box { <-.63,0.02,-.062>,<-.595,2.48,-.05> }
 pigment { rgb <.95,.02,.02> } finish { emission 1.0 diffuse 0 } rotate y*-14 rotate x*6 translate <-.22,0,1.25> }
