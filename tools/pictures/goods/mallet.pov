// Hammers standing on their heads. K: 0 rubber mallet, 1 copper hammer.
#ifndef (K) #declare K = 0; #end
#declare Zoom = 22; #declare LookY = 1.38;
#include "stage.inc"
#declare Copper = texture { pigment { srgb <.66,.29,.13> } finish { diffuse .62 specular .5 roughness .04 reflection { .03,.14 } metallic } }
union {
 #if (K=0)
  union { lathe { cubic_spline 9 <0,-.74>,<0,-.72>,<.38,-.71>,<.44,-.62>,<.40,0>,<.44,.62>,<.38,.71>,<0,.72>,<0,.74> sturm rotate z*90 translate y*.45 } Rub(Coal) }
 #else
  union { cylinder { <-.40,.40,0>,<.40,.40,0>,.26 } texture { Satin } }
  union { cylinder { <-.86,.40,0>,<-.40,.40,0>,.37 } torus { .335,.035 rotate z*90 translate <-.86,.40,0> } cylinder { <-.895,.4,0>,<-.8,.4,0>,.335 } 
   cylinder { <.86,.40,0>,<.40,.40,0>,.37 } torus { .335,.035 rotate z*90 translate <.86,.40,0> } cylinder { <.895,.4,0>,<.8,.4,0>,.335 } texture { Copper } }
 #end
 sphere_sweep { b_spline 8 <0,.1,0>,.12 <0,.4,0>,.12 <0,.9,0>,.115 <0,1.4,0>,.115 <0,1.9,0>,.135 <.0,2.35,0>,.15 <.02,2.62,0>,.15 <.02,2.8,0>,.13 texture { Ash } scale <1,1,1.25> }
 #if (K=0) torus { .142,.032 translate y*1.05 Pl(Clay) scale <1,1,1.2> } sphere_sweep { b_spline 5 <0,2.1,0>,.152 <0,2.35,0>,.158 <.02,2.5,0>,.158 <.02,2.62,0>,.158 <.02,2.8,0>,.14 Pl(Clay) scale <1,1,1.24> }
 #else torus { .142,.032 translate y*1.05 Pl(Slate) scale <1,1,1.2> } #end
 rotate y*-32 translate <.0,0,0> scale 1.03 }
