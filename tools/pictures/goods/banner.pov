// A banner, laced between two posts.
#declare Zoom = 20.5; #declare LookY = 0.98;
#include "stage.inc"
union {
 #declare s = -1; #while (s<2) union { cylinder { <s*1.42,0,0>,<s*1.42,2.05,0>,.06 } sphere { <s*1.42,2.05,0>,.075 } texture { Satin } } union { cylinder { <s*1.42,0,0>,<s*1.42,.08,0>,.24 } Pl(Coal) } #declare s = s+2; #end
 // the cloth hangs in a shallow wave
 #declare i = 0; #while (i<48)
  #declare a = -1.2+i*.05; #declare b = a+.0505;
  prism { linear_spline .55,1.85,5 <a,.05*sin(a*5)>,<b,.05*sin(b*5)>,<b,.05*sin(b*5)+.02>,<a,.05*sin(a*5)+.02>,<a,.05*sin(a*5)>
   pigment { color #if (a<-.56) Clay #else Slate #end } finish { diffuse .8 specular .12 roughness .08 } }
 #declare i = i+1; #end
 object { Pane(.26,.42,.02) translate <-.88,1.22,-.06> pigment { color Paper } finish { diffuse .8 } }
 union { RBox(<-.34,1.36,-.075>,<.92,1.52,-.052>,.008) pigment { color Paper } finish { diffuse .8 } }
 union { RBox(<-.34,1.12,-.075>,<.70,1.20,-.052>,.008) RBox(<-.34,.96,-.075>,<.46,1.04,-.052>,.008) pigment { srgb <.60,.65,.72> } finish { diffuse .8 } }
 union { RBox(<-.34,.68,-.075>,<.22,.82,-.052>,.008) pigment { color Gold } finish { diffuse .8 } }
 // laces and eyelets
 #declare s = -1; #while (s<2) #declare k = 0; #while (k<4)
  torus { .035,.014 rotate x*90 translate <s*1.15,.64+k*.373,-.03> texture { Steel } }
  sphere_sweep { linear_spline 2 <s*1.15,.64+k*.373,0>,.016 <s*1.44,.70+k*.373,-.06>,.016 Rub(Paper) }
 #declare k = k+1; #end #declare s = s+2; #end
 rotate y*-22 translate <0,0,.1> }
