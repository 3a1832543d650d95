// A parcel of brown board. K: 0 closed with tape, 1 a gift with a ribbon, 2 open, with its contents.
#ifndef (K) #declare K = 0; #end
#declare Zoom = 20.5; #declare LookY = 0.92; #declare CamY = 4.2;
#include "stage.inc"
#macro Board(C) pigment { color C } finish { diffuse .82 } normal { granite .03 scale .05 } #end
#declare Brown = srgb <.77,.61,.43>;
#if (K=0)
union {
 union { RBox(<-1.2,0,-.95>,<1.2,1.5,.95>,.03) Board(Brown) }
 union { RBox(<-1.203,1.1,-.17>,<1.203,1.504,.17>,.01) pigment { color Clay } finish { diffuse .75 specular .3 roughness .05 } }
 object { Pane(.42,.54,.012) translate <-.62,.58,-.951> Board(Slate) }
 union { RBox(<.28,.30,-.962>,<.98,.82,-.94>,.005) Board(Paper) }
 #declare i = 0; #while (i<3) box { <.36,.42+i*.12,-.966>,<.88-.14*i,.46+i*.12,-.96> Board(srgb .45) } #declare i = i+1; #end
 rotate y*-30 translate <0,0,.1> }
#end
#if (K=1)
union {
 union { RBox(<-1.1,0,-.95>,<1.1,1.15,.95>,.03) pigment { color Slate } finish { diffuse .8 specular .15 roughness .06 } }
 union { RBox(<-1.16,1.05,-1.01>,<1.16,1.40,1.01>,.03) pigment { color SlateM } finish { diffuse .8 specular .15 roughness .06 } }
 union { RBox(<-.16,-.0,-1.022>,<.16,1.412,1.022>,.012) RBox(<-1.172,0,-.16>,<1.172,1.412,.16>,.012) Pl(Clay) }
 #declare s = -1; #while (s<2)
  torus { .26,.085 scale <1,1.9,.8> rotate x*90 rotate z*s*22 translate <s*.34,1.62,0> Pl(Clay) }
  sphere_sweep { cubic_spline 5 <0,1.5,0>,.07 <s*.10,1.50,-.1>,.075 <s*.42,1.47,-.42>,.07 <s*.62,1.45,-.66>,.06 <s*.7,1.4,-.8>,.05 Pl(Clay) }
 #declare s = s+2; #end
 sphere { <0,1.56,-.02>,.16 Pl(srgb <.68,.22,.13>) }
 object { Pane(.26,.34,.012) translate <.66,.50,-.951> Pl(Paper) }
 rotate y*-30 translate <0,0,.1> }
#end
#if (K=2)
union {
 difference { box { <-1.2,0,-.95>,<1.2,1.15,.95> } box { <-1.16,.05,-.91>,<1.16,2,.91> } Board(Brown) }
 // flaps
 union { box { <-1.2,-.02,0>,<1.2,.02,.75> rotate x*-28 translate <0,1.15,.95> } box { <-1.2,-.02,-.62>,<1.2,.02,0> rotate x*-58 translate <0,1.15,-.95> } 
  box { <0,-.02,-.93>,<.6,.02,.93> rotate z*-28 translate <1.2,1.15,0> } box { <-.6,-.02,-.93>,<0,.02,.93> rotate z*28 translate <-1.2,1.15,0> } Board(srgb <.81,.66,.48>) }
 // a mug, a book and a lamp stand in it
 union { RBox(<-1.0,.1,-.1>,<-.30,1.85,.35>,.03) rotate y*12 Pl(Clay) }
 union { RBox(<-.14,.1,.2>,<.36,1.62,.75>,.03) Pl(Slate) }
 union { cylinder { <.74,.1,.1>,<.74,1.46,.1>,.33 } cylinder { <.74,1.46,.1>,<.74,1.5,.1>,.31 } Pl(Sky) }
 object { Pane(.20,.26,.012) rotate y*12 translate <-.66,1.45,.03> Pl(Paper) }
 rotate y*-30 translate <0,0,.1> scale .94 }
#end
