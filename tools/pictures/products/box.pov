// products without their own picture: a carton
#declare Zoom = 20.5; #declare LookY = 0.92; #declare CamY = 4.2;
#include "stage.inc"
#macro Board(C) pigment { color C } finish { diffuse .82 } normal { granite .03 scale .05 } #end
union {
 union { RBox(<-1.2,0,-.95>,<1.2,1.5,.95>,.03) Board(srgb <.80,.66,.49>) }
 union { RBox(<-1.203,1.1,-.17>,<1.203,1.504,.17>,.01) pigment { srgb <.68,.53,.36> } finish { diffuse .75 specular .3 roughness .05 } }
 // the outline of a window, printed
 union { difference { box { <-.86,.26,-.953>,<-.22,1.14,-.949> } box { <-.76,.36,-2>,<-.32,1.04,2> } } Board(Slate) }
 union { prism { linear_spline 0,.004,5 <-.66,.44>,<-.52,.44>,<-.40,.94>,<-.54,.94>,<-.66,.44> rotate x*-90 translate z*-.949 } Board(SlateM) }
 union { RBox(<.28,.30,-.962>,<.98,.82,-.94>,.005) Board(Paper) }
 #declare i = 0; #while (i<3) box { <.36,.42+i*.12,-.966>,<.88-.14*i,.46+i*.12,-.96> Board(srgb .45) } #declare i = i+1; #end
 rotate y*-30 translate <0,0,.1> }
