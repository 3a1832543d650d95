// Business cards: a stack, and one standing in front of it. K: 0 wide, 1 tall.
#ifndef (K) #declare K = 0; #end
#declare Zoom = (K=0 ? 18.2 : 18.8); #declare LookY = (K=0 ? .62 : .96);
#include "stage.inc"
#declare R = seed(5);
#declare W = (K=0 ? 1.9 : 1.25); #declare H = (K=0 ? 1.22 : 1.95);
#macro Card(C) RBox(<-W/2,0,-.018>,<W/2,H,.018>,.008) pigment { color C } finish { diffuse .8 specular .2 roughness .04 } #end
// lying stack
#declare i = 0; #while (i<12) union { RBox(<-.95,0,-.61>,<.95,.034,.61>,.006) rotate y*((rand(R)-.5)*5) translate <(rand(R)-.5)*.06,i*.036,0> pigment { color #if (mod(i,12)=11) Clay #else srgb <.94,.935,.92>*(1-.05*mod(i,2)) #end } finish { diffuse .82 } rotate y*(K=0?-30:-24) translate <.50,0,.75> } #declare i = i+1; #end
union { object { Pane(.34,.44,.01) rotate x*90 translate <.0,.44,0> pigment { color Paper } finish { diffuse .8 } } rotate y*(K=0?-30:-24) translate <.50,0,.75> }
// standing card
union {
 union { Card(srgb <.95,.945,.93>) }
 #if (K=0)
  union { RBox(<-.95,0,-.026>,<-.40,1.22,-.014>,.004) pigment { color Slate } finish { diffuse .8 specular .2 roughness .04 } }
  object { Pane(.18,.28,.01) translate <-.675,.70,-.026> Pl(Gold) }
  union { box { <-.26,.84,-.022>,<.56,.94,-.018> } pigment { color Slate } }
  union { box { <-.26,.68,-.022>,<.30,.73,-.018> } box { <-.26,.36,-.022>,<.46,.41,-.018> } box { <-.26,.25,-.022>,<.62,.30,-.018> } pigment { srgb .68 } }
  #else
  union { RBox(<-.625,1.20,-.026>,<.625,1.95,-.014>,.004) pigment { color Sky } finish { diffuse .8 specular .2 roughness .04 } }
  object { Pane(.28,.40,.01) translate <0,1.58,-.026> Pl(Paper) }
  union { box { <-.46,.92,-.022>,<.34,1.02,-.018> } pigment { color Slate } }
  union { box { <-.46,.77,-.022>,<.10,.82,-.018> } box { <-.46,.36,-.022>,<.28,.41,-.018> } box { <-.46,.25,-.022>,<.42,.30,-.018> } pigment { srgb .68 } }
 #end
 rotate z*-3 rotate x*14 rotate y*14 translate <-.34,.06,-.45> }
