// A stack of flyers and a standing one. K: 0 services, 1 electric windows, 2 replacing, 3 blinds and shutters.
#ifndef (K) #declare K = 0; #end
#declare Zoom = 20; #declare LookY = 1.04;
#include "stage.inc"
#declare R = seed(9);
#macro Mat(C) pigment { color C } finish { diffuse .8 specular .15 roughness .06 } #end
#switch (K) #case (0) #declare C = Clay; #break #case (1) #declare C = Slate; #break #case (2) #declare C = Sky; #break #case (3) #declare C = srgb <.62,.60,.56>; #break #end
#declare i = 0; #while (i<14) union { RBox(<-.74,0,-1.04>,<.74,.022,1.04>,.004) rotate y*((rand(R)-.5)*6) translate <(rand(R)-.5)*.05,i*.026,0> #if (i=13) Mat(C) #else Mat(srgb <.94,.935,.92>*(1-.05*mod(i,2))) #end rotate y*-52 translate <.62,0,.80> } #declare i = i+1; #end
#macro Window(X,Y,S) union {
 union { RBox(<-.26,-.36,-.012>,<.26,.36,.01>,.008) #if (K=2) Mat(Paper) #else Mat(srgb <.80,.62,.42>) #end }
 box { <-.20,-.30,-.016>,<.20,.30,-.012> pigment { gradient y color_map { [0 srgb <.92,.96,.99>][1 srgb <.50,.74,.96>] } scale .6 translate y*-.3 } finish { diffuse .7 emission .2 } }
 scale S translate <X,Y,-.024> } #end
union {
 union { RBox(<-.78,0,-.016>,<.78,2.2,.016>,.006) Mat(srgb <.95,.945,.93>) }
 union { RBox(<-.78,.86,-.022>,<.78,2.2,-.012>,.004) Mat(C) }
 #switch (K)
  #case (0) Window(-.34,1.58,1.0) Window(.36,1.58,1.0) #break
  #case (1) Window(-.22,1.56,1.25) prism { linear_spline 0,.02,7 <.42,1.98>,<.62,1.98>,<.52,1.66>,<.68,1.66>,<.36,1.14>,<.46,1.52>,<.32,1.52> rotate x*-90 translate z*-.03 Mat(Gold) } #break
  #case (2) Window(-.38,1.56,.85) union { Window(.36,1.58,1.25) } prism { linear_spline 0,.02,4 <-.08,1.44>,<.02,1.56>,<-.08,1.68>,<-.08,1.44> rotate x*-90 translate z*-.03 Mat(Slate) } #break
  #case (3) Window(-.36,1.58,1.12) Window(.38,1.58,1.12) 
   union { box { <-.585,1.52,-.058>,<-.135,1.92,-.05> } Mat(Slate) } union { box { <.155,1.36,-.058>,<.605,1.92,-.05> } Mat(Clay) }
   union { box { <-.60,1.49,-.064>,<-.12,1.53,-.05> } box { <.14,1.33,-.064>,<.62,1.37,-.05> } Mat(Paper) } #break
 #end
 union { box { <-.62,.64,-.022>,<.40,.75,-.016> } Mat(Slate) }
 union { box { <-.62,.48,-.022>,<.58,.53,-.016> } box { <-.62,.37,-.022>,<.46,.42,-.016> } Mat(srgb .68) }
 object { Pane(.12,.17,.008) translate <.52,.18,-.018> Mat(Clay) }
 union { RBox(<-.62,.10,-.026>,<-.14,.25,-.014>,.004) Mat(Gold) }
 rotate z*-2 rotate x*12 rotate y*16 translate <-.42,.05,-.35> }
