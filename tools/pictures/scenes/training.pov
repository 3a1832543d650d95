// A training room: a piece of roof with a window on trestles, tools on the bench, stools in front.
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 radiosity { pretrace_start .08 pretrace_end .02 count 60 nearest_count 6 error_bound .8 recursion_limit 1 } }
#include "shapes.inc"
#default { finish { ambient 0 diffuse .8 } }
#include "materials.inc"
#include "frame.inc"
background { srgb <.8,.85,.9> }
light_source { <-9,11,-10> srgb <1,.95,.86>*1.0 area_light <3,0,0>,<0,3,0>,4,4 jitter adaptive 1 circular orient }
light_source { <10,6,-8> srgb <.8,.9,1>*.25 shadowless }
camera { location <-1.6,2.7,-9.2> look_at <.35,1.75,0> angle 40 right x*image_width/image_height up y }
// the hall
box { <-30,-.2,-30>,<30,0,30> pigment { srgb <.72,.71,.69> } finish { diffuse .8 specular .15 roughness .06 reflection { 0,.06 } } }
box { <-30,0,5>,<30,12,5.3> pigment { srgb <.88,.87,.85> } }
box { <-30,0,4.94>,<30,1.1,5> pigment { srgb <.38,.43,.50> } }
#declare i = 0; #while (i<3) union { box { <-5.4+i*4.6,2.6,4.9>,<-2.2+i*4.6,4.9,5> pigment { gradient y color_map { [0 srgb <.98,.95,.90>][1 srgb <.58,.79,.97>] } scale 2.3 translate y*2.6 } finish { emission .75 diffuse .2 } } difference { box { <-5.5+i*4.6,2.5,4.86>,<-2.1+i*4.6,5.0,5> } box { <-5.4+i*4.6,2.6,4>,<-2.2+i*4.6,4.9,6> } pigment { srgb <.95,.95,.94> } } } #declare i = i+1; #end
// the slope
#declare FrH = texture { Pine }; #declare FrV = texture { PineV };
#declare R = seed(8);
union {
 union { #declare i = -2; #while (i<3) box { <i*.86-.07,-.2,.0>,<i*.86+.07,3.3,.16> texture { PineV } } #declare i = i+1; #end box { <-1.9,-.22,-.02>,<1.9,-.06,.18> texture { Pine } } box { <-1.9,3.16,-.02>,<1.9,3.32,.18> texture { Pine } } }
 #declare r = 0; #while (r<8) #declare c = 0; #while (c<12)
  #declare X = -1.86+c*.31+mod(r,2)*.0; #declare Y = r*.36-.06;
  #if (!(X>-1.02 & X<.80 & Y>.30 & Y<2.52))
   box { <.004,0,-.03>,<.306,.44,.01> rotate x*4 translate <X,Y,-.04> pigment { color Slate*(.75+.5*rand(R)) } finish { diffuse .8 specular .2 roughness .05 } }
  #end
 #declare c = c+1; #end #declare r = r+1; #end
 union { difference { box { <-1.02,.38,-.14>,<1.10,2.82,.0> } box { <-.80,.62,-1>,<.86,2.60,1> } texture { Alu } } translate <0,-.02,0> }
 union { union { Fr(1.62,1.96,.13,-.10,.10) } translate <.03,.62,0> }
 union { union { Fr(1.40,1.74,.12,-.06,.04) } Gl(1.40,1.74,.12) translate y*-.87 rotate x*24 translate <.03,1.60,-.05> }
 rotate x*42 translate <.5,.95,-.2> }
// trestles
#declare s = -1; #while (s<2)
 union { cylinder { <.5+s*1.5,0,-.55>,<.5+s*1.5,.95,-.2>,.06 } cylinder { <.5+s*1.5,0,.1>,<.5+s*1.5,.95,-.2>,.06 } cylinder { <.5+s*1.5,0,2.3>,<.5+s*1.5,3.1,1.9>,.06 } texture { Ash } }
#declare s = s+2; #end
// the bench with a helmet, a case and cups
union { box { <-4.6,.98,.6>,<-2.1,1.06,1.9> texture { Ash } } #declare i = 0; #while (i<4) box { <-4.5+mod(i,2)*2.2,0,.7+int(i/2)*1.0>,<-4.4+mod(i,2)*2.2,1,.8+int(i/2)*1.0> pigment { color Slate } } #declare i = i+1; #end }
union { difference { sphere { 0,1 scale <.40,.40,.48> } plane { y,0 } } cylinder { <0,-.01,0>,<0,.03,0>,1 scale <.46,1,.56> } Pl(Clay) rotate y*-40 translate <-3.0,1.07,1.1> }
union { RBox(<-.42,0,-.26>,<.42,.42,.26>,.04) Pl(Sky) rotate y*24 translate <-4.0,1.06,1.25> }
// stools
#macro Stool(X,Z) union { cylinder { <0,.62,0>,<0,.70,0>,.34 texture { Ash } } #declare k = 0; #while (k<4) cylinder { <.22,.62,0>,<.30,0,0>,.03 rotate y*(k*90+45) pigment { color Slate } } #declare k = k+1; #end translate <X,0,Z> } #end
Stool(-2.55,-1.7) Stool(-1.35,-2.2) Stool(-3.5,-.7)
// a ladder against the wall
union { #declare s = -1; #while (s<2) cylinder { <s*.32,0,0>,<s*.32,4.4,0>,.05 } #declare s = s+2; #end #declare i = 0; #while (i<9) cylinder { <-.32,.4+i*.46,0>,<.32,.4+i*.46,0>,.035 } #declare i = i+1; #end Pl(Clay) rotate x*12 translate <4.1,0,3.9> }
